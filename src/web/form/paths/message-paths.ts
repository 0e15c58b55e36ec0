// Paths of the values in a message, in the order of the message: fields and their components.
import { placeOf, placeSegments } from '../../views/hl7/places.ts'

interface MessagePath {
  readonly value: string
  readonly label: string
}

/** Segments that are looked at: those of the first message. */
const MOST_SEGMENTS = 300
const MOST_CHARACTERS = 60

export function messagePathsOf(text: string): MessagePath[] {
  const segments = placeSegments(text)
    .filter(({ message }) => message === 0)
    .slice(0, MOST_SEGMENTS)
  const header = segments.find(({ id }) => id === 'MSH')
  const encoding = header?.fields.find(({ path }) => path === 'MSH-2')
  const [component = '^', repetition = '~'] = encoding ? text.slice(encoding.start, encoding.end) : ''
  const labelOf = (start: number, end: number) => text.slice(start, Math.min(end, start + MOST_CHARACTERS))
  return segments.flatMap(({ fields }) =>
    fields.flatMap(({ path, start, end }) => {
      const whole = { value: path, label: labelOf(start, end) }
      if (path === 'MSH-1' || path === 'MSH-2') return [whole]
      const [first = ''] = text.slice(start, end).split(repetition)
      const count = first.split(component).length
      if (count === 1) return [whole]
      const parts = Array.from({ length: count }, (_, i) => placeOf(text, segments, `${path}.${i + 1}`)).flatMap((place) =>
        place && place.end > place.start ? [{ value: place.path, label: labelOf(place.start, place.end) }] : [],
      )
      return [whole, ...parts]
    }),
  )
}
