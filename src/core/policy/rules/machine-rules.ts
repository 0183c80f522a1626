import type { PolicyRule } from '../rule.ts'

export const MACHINE_RULES: readonly PolicyRule[] = []
