import { option } from '../options.ts'

/** Who signs a record. */
export const signOptions = {
  signKey: option.text('FILE', 'sign with this SSH key; a .pub file stands for a key that an agent holds'),
  signer: option.text('NAME', 'the name of the owner of the key, as in a file of allowed signers'),
} as const

/** Who may have signed. */
export const allowedSignersOption = {
  allowedSigners: option.text('FILE', 'require a signature by one of these, in the form of ssh-keygen'),
} as const
