// Where V8 creates the objects of a long-running process.
import { setFlagsFromString } from 'node:v8'

/**
 * Makes V8 create every object of the process in the young generation of the heap. Under load, V8 starts to create the objects of some places
 * of the program directly in the old generation, and does not go back. If it chooses the arrays of single calls, everything that they refer to
 * outlives its call: in a third of the starts, a call of a DICOM tool then cost up to twice as much, and a feed of HL7 messages half as much
 * again. Call it after all compiled code is loaded: V8 accepts compiled code only with the flags that it was made with, and a start without
 * it takes 25 ms longer.
 */
export function keepObjectsYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
