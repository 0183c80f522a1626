import type { PolicyRule } from '../rule.ts'

export const PUBLICATION_RULES: readonly PolicyRule[] = []
