// Texts that are compared and looked up over and over: as the names of members are kept in an engine, so that equal ones are one object and their hash is known.

/** @returns a text of the same characters, which keeps no longer text alive that it was cut from */
export function intern(text: string): string {
  return Object.keys({ [text]: 0 })[0]!
}
