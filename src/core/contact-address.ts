// Where a click on the contact of a site leads, which may be an e-mail address, a web address, or any text.

/** Undefined where it is plain text. */
export function contactAddress(contact: string): string | undefined {
  if (/^https?:\/\//.test(contact)) return contact
  return /^[^\s@]+@[^\s@]+$/.test(contact) ? `mailto:${contact}` : undefined
}
