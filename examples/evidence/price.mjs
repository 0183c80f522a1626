// The rule of a shop: members get ten per cent off from 50 on, everyone gets it from 100 on.
const OFF = 0.1

/** What a basket costs. */
export function price(total, isMember) {
  if (isMember && total >= 50) return total * (1 - OFF)
  // Large baskets are cheaper for everyone.
  if (total >= 100) return total * (1 - OFF)
  return total
}
