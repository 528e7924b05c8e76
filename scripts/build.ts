import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const EMITTED = join(ROOT, 'node_modules/.cache/build')
const COMPILER = join(ROOT, 'node_modules/@typescript/native/bin/tsc')

/** Files that the program reads by path, below `src/` of each package; the rest of `dist/` is what the entries import. */
const DATA = {
  risk: [],
  egress: [],
  client: [],
  cli: [],
  mcp: [],
  server: [
    'evm/decode/abiIndex.generated.json',
    'http/openapi/*.generated.json',
    'intel/pack/pack.generated.ndjson',
    'sandbox/artifacts/*.generated.json',
    'sandbox/artifacts/THIRD-PARTY.md',
    'web/browser/injected/*.js',
    'web/lexical/weights.generated.bin',
  ],
} as const

/** A path or subpath import that ends in `.ts`, in quotation marks. Packages hold JavaScript: Node strips no types below node_modules. */
const TYPESCRIPT_PATH = /(['"])((?:\.{1,2}|@redoubt\/(?:risk|egress|cli|mcp))\/[^'"\s]*)\.ts\1/g
const WORKER = /new URL\((['"])(\.[^'"]*\.js)\1, import\.meta\.url\)/g

/** Writes `dist/` of every package: JavaScript and declarations without tests, and the data that the program reads. */
function build(): void {
  rmSync(EMITTED, { recursive: true, force: true })
  compile('tsconfig.build.json')
  compile('packages/client/tsconfig.build.json', '--outDir', join(EMITTED, 'client/src'))
  for (const [name, data] of Object.entries(DATA)) {
    const source = join(ROOT, 'packages', name, 'src')
    const built = join(EMITTED, name, 'src')
    for (const path of globSync(data as readonly string[], { cwd: source })) {
      mkdirSync(dirname(join(built, path)), { recursive: true })
      cpSync(join(source, path), join(built, path))
    }
    finish(built)
  }
  // All at once and last: what runs meanwhile finds the old files or the new ones.
  for (const name of Object.keys(DATA)) {
    const dist = join(ROOT, 'packages', name, 'dist')
    rmSync(dist, { recursive: true, force: true })
    renameSync(join(EMITTED, name, 'src'), dist)
  }
}

function compile(project: string, ...options: string[]): void {
  execFileSync(process.execPath, [COMPILER, '-p', project, ...options], { cwd: ROOT, stdio: 'inherit' })
}

/** Renames what the compiler leaves alone (subpaths of our packages, workers), and checks that every worker is there. */
function finish(dist: string): void {
  for (const path of globSync('**/*.{js,d.ts}', { cwd: dist })) {
    const file = join(dist, path)
    const text = readFileSync(file, 'utf8').replace(TYPESCRIPT_PATH, '$1$2.js$1')
    writeFileSync(file, text)
    for (const [, , worker = ''] of text.matchAll(WORKER)) {
      if (existsSync(join(dirname(file), worker))) continue
      throw new Error(`${path} starts ${worker}, which is not built: add it to "files" of tsconfig.build.json.`)
    }
  }
  for (const name of ['LICENSE', 'NOTICE', 'THIRD-PARTY.md']) cpSync(join(ROOT, name), join(dist, name))
}

build()
