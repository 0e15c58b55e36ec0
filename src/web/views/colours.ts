// Gives names the colours of a short palette, the same name the same colour within one result.

const HUES = 10

/** Class names by name, in the order in which the names first stand. */
export function colourNames(names: Iterable<string>): ReadonlyMap<string, string> {
  const classes = new Map<string, string>()
  for (const name of names) if (!classes.has(name)) classes.set(name, `hue-${classes.size % HUES}`)
  return classes
}
