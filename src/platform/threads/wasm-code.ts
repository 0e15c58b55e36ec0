// Keeps V8 from collecting the code of WebAssembly, which can end a process that has threads.
import { setFlagsFromString } from 'node:v8'

/**
 * For the whole process. Its threads share the code by which WebAssembly calls JavaScript, and V8 of Node 24 frees such code once no thread
 * seems to use it, even where one has just taken it up again. It is then freed twice, which ends the process by a failed check
 * (`jit_page.has_value()`) or SIGSEGV. The image codecs are WebAssembly, and so is what takes the types out of the sources. What is kept
 * ends with its module; what threads share is one piece for each kind of call.
 */
export function keepWasmCode(): void {
  setFlagsFromString('--no-wasm-code-gc')
}
