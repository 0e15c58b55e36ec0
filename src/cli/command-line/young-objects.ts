// Where V8 makes objects of a process that runs long.
import { setFlagsFromString } from 'node:v8'

/**
 * Has V8 make every object in the young generation of the heap; for the whole process, and when all compiled code is loaded, which is
 * accepted with the flags alone that it was made with. V8 begins under load to make the objects of some places of the program in the old
 * generation at once, and keeps to it. Where it chooses the arrays of single calls, everything that they hold outlives its call
 * too: in a third of the starts a call of a DICOM tool cost up to twice as much from then on,
 * and a feed of HL7 messages took half as much time again. With the flag from the beginning Node would
 * take none of its own compiled code: 25 ms more a start.
 */
export function keepObjectsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
