import type { PolicyRule } from '../rule.ts'

export const DOWNLOAD_RULES: readonly PolicyRule[] = []
