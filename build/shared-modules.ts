// Modules that two parts of the program need are in the first of them alone: the second takes from it what it uses, by the path of the module
// and the name of the export. So each class is one, and no text is there twice.
import { join, relative } from 'node:path'
import type { Plugin } from 'esbuild'
import { projectFolder } from './project-folder.ts'

/** Names of exports by the paths of modules, relative to the project folder. */
export type SharedNames = Readonly<Record<string, readonly string[]>>

const OUT = 'shared-out'
const IN = 'shared-in'
const USE_SHARED = 'takeShared'

/** In the first part: each module by its path, with what the second part takes of it. */
export function composeModules(shared: SharedNames): string {
  const entries = Object.keys(shared).map((path) => `${JSON.stringify(path)}: () => require(${JSON.stringify(`${OUT}:${path}`)})`)
  return `const modules = { ${entries.join(', ')} }`
}

export function giveShared(shared: SharedNames): Plugin {
  return {
    name: 'give-shared',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^shared-out:/ }, ({ path }) => ({ path: path.slice(OUT.length + 1), namespace: OUT }))
      onLoad({ filter: /^/, namespace: OUT }, ({ path }) => ({
        contents: `export { ${shared[path]!.join(', ')} } from ${JSON.stringify(`./${path}`)}`,
        resolveDir: projectFolder,
        loader: 'js',
      }))
    },
  }
}

/** In the second part. @param held paths of the modules of the first part, relative to the project folder */
export function useShared(held: ReadonlySet<string>): Plugin {
  return {
    name: 'take-shared',
    setup({ onResolve, onLoad, resolve }) {
      onResolve({ filter: /^/ }, async ({ path, pluginData, ...rest }) => {
        if (pluginData === USE_SHARED || rest.namespace !== 'file' || rest.kind === 'entry-point') return undefined
        const found = await resolve(path, { ...rest, pluginData: USE_SHARED })
        const own = relative(projectFolder, found.path)
        return found.namespace === 'file' && held.has(own) ? { path: own, namespace: IN, sideEffects: false } : undefined
      })
      onLoad({ filter: /^/, namespace: IN }, async ({ path }) => {
        const names = Object.keys((await import(join(projectFolder, path))) as object)
        const taken = names.map(
          (name, i) => `const x${i} = /* @__PURE__ */ ${USE_SHARED}(${JSON.stringify(path)}, ${JSON.stringify(name)})`,
        )
        return { contents: `${taken.join('\n')}\nexport { ${names.map((name, i) => `x${i} as ${name}`).join(', ')} }`, loader: 'js' }
      })
    },
  }
}

/** What a part takes. @param code of the bundled part */
export function findSharedNames(code: string): SharedNames {
  const taken = [...code.matchAll(/takeShared\("([^"]+)",\s*"([^"]+)"\)/g)].map(([, path, name]) => ({ path: path!, name: name! }))
  const paths = [...new Set(taken.map(({ path }) => path))].sort()
  return Object.fromEntries(
    paths.map((path) => [path, [...new Set(taken.filter((one) => one.path === path).map(({ name }) => name))].sort()]),
  )
}
