import type { PolicyRule } from '../rule.ts'

export const NETWORK_RULES: readonly PolicyRule[] = []
