export type Check = { readonly kind: string }
