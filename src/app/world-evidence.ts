/** Files that evidence names, and the records of it. Paths of artifacts are relative to the workspace. */
export type EvidenceStore = {
  /** The SHA-256 of a file below the workspace, links followed but never out of it; null where there is none such. */
  hash(workspace: string, path: string): Promise<string | null>
}
