// What hostile lines are made of.

export const times = (line: string, size: number): string => line.repeat(Math.max(1, Math.floor(size / line.length)))
/** As many lines as fit, each as long as a line may be. */
export const long = (part: string, size: number, end = ''): string =>
  times(`${part.repeat(Math.max(1, Math.floor(250 / part.length)))}${end}\n`, size)
export const GS = '\u001d'
