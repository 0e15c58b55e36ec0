// Compiles kernel.c for src/formats/phi/network/kernel.ts. Usage: node build/phi-network/compile.ts
import { join } from 'node:path'
import { compileKernel } from '../compile-kernel.ts'

compileKernel({
  source: join(import.meta.dirname, 'kernel.c'),
  functions: ['layer', 'head', 'hundredths', 'word'],
  target: join(import.meta.dirname, '../../src/formats/phi/network/kernel.generated.ts'),
  constant: 'PHI_KERNEL',
  script: 'build/phi-network/compile.ts',
})
