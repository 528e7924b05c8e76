import { existsSync, globSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Below each package: what is installed there, and what was built. */
const OF_PACKAGES = 'packages/*/{node_modules,dist,site}'

/**
 * Lets a copy of the repository run with what is installed and built in `root`. Packages of the repository are those of the copy.
 * @param copy a folder with the files of the repository and without any of these.
 */
export function linkInstalled(root: string, copy: string): void {
  const [from, to] = [join(root, 'node_modules'), join(copy, 'node_modules')]
  mkdirSync(join(to, '@redoubt'), { recursive: true })
  for (const name of readdirSync(from)) if (name !== '@redoubt') symlinkSync(join(from, name), join(to, name))
  if (existsSync(join(from, '@redoubt')))
    for (const name of readdirSync(join(from, '@redoubt')))
      symlinkSync(join(copy, 'packages', name), join(to, '@redoubt', name))
  for (const own of globSync(OF_PACKAGES, { cwd: root }))
    if (!existsSync(join(copy, own))) symlinkSync(join(root, own), join(copy, own))
}
