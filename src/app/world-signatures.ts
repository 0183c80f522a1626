/** A key that signs, and the name that its owner goes by. */
export type SigningKey = {
  /** A private key, or a public one whose private key an agent holds. */
  readonly file: string
  readonly signer: string
}

export type SignatureCheck =
  | { readonly accepted: true }
  /** `detail` is text of another program: it is escaped where it is shown. */
  | { readonly accepted: false; readonly detail: string }

/** SSH signatures (protocol-a 8). */
export type Signatures = {
  /** Throws a Refusal unless this key can sign now: asked before anything that takes long. */
  prepare(key: SigningKey): Promise<void>
  /** The armored signature of bytes. Throws a Refusal. */
  sign(key: SigningKey, namespace: string, bytes: Uint8Array): Promise<string>
  /** Whether the file of allowed signers lets `signer` sign these bytes in this namespace with this signature. */
  verify(request: {
    readonly allowedSigners: string
    readonly signer: string
    readonly namespace: string
    readonly signature: string
    readonly bytes: Uint8Array
  }): Promise<SignatureCheck>
  /**
   * What `ssh-keygen` says of a signature whose signers are a text and not a file; `allowedSigners` null asks whether it
   * fits the bytes at all, whoever made it.
   */
  judge(request: {
    readonly allowedSigners: string | null
    readonly signer: string
    readonly namespace: string
    readonly signature: string
    readonly bytes: Uint8Array
  }): Promise<'good' | 'bad' | 'unavailable'>
}
