import type { PolicyRule } from '../rule.ts'

export const SERVICE_RULES: readonly PolicyRule[] = []
