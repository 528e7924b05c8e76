import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = resolve(import.meta.dirname, '../../../..')
const PACKAGES = ['risk', 'egress', 'server', 'client', 'cli', 'mcp'] as const

/** A tarball, with the paths in it. Sizes in bytes. */
export type Packed = { name: string; file: string; paths: string[]; size: number; unpackedSize: number }

/** Builds every package and packs it into `folder`, as `npm publish` would. */
export async function packPackages(folder: string): Promise<Packed[]> {
  await run(process.execPath, ['scripts/build.ts'], { cwd: ROOT })
  // Programs that run meanwhile may read the files of an earlier one.
  if (!existsSync(join(ROOT, 'packages/server/bundled')))
    await run(process.execPath, ['scripts/bundleDependencies.ts'], { cwd: ROOT })
  const packages = PACKAGES.flatMap((name) => ['-w', `packages/${name}`])
  const options = ['--json', '--ignore-scripts', '--pack-destination', folder]
  const { stdout } = await run('npm', ['pack', ...options, ...packages], {
    cwd: ROOT,
    maxBuffer: 16 * 1024 ** 2,
    shell: process.platform === 'win32',
  })
  // npm 11 prints a list, npm 12 an object by name.
  return Object.values(JSON.parse(stdout) as Record<string, NpmPack>).map(({ name, filename, files, ...sizes }) => ({
    name,
    file: join(folder, filename.replace(/^@/, '').replace('/', '-')),
    paths: files.map(({ path }) => path),
    size: sizes.size,
    unpackedSize: sizes.unpackedSize,
  }))
}

type NpmPack = { name: string; filename: string; files: { path: string }[]; size: number; unpackedSize: number }
