// Compiles kernel.c for src/formats/dicom/text/kernel.ts. Usage: node build/text-kernel/compile.ts
import { join } from 'node:path'
import { compileKernel } from '../compile-kernel.ts'

compileKernel({
  source: join(import.meta.dirname, 'kernel.c'),
  functions: ['first', 'second', 'separable'],
  target: join(import.meta.dirname, '../../src/formats/dicom/text/text-kernel.generated.ts'),
  constant: 'TEXT_KERNEL',
  script: 'build/text-kernel/compile.ts',
})
