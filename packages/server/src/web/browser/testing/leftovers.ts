import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename } from 'node:path'
import { makeBrowserFolder } from '../browserFolder.ts'
import { processesNaming } from '../processTree.ts'

/** How the folders of a process begin; learned from one, which is removed. */
const prefixOf = async (owner: number): Promise<string> => {
  const { rm } = await import('node:fs/promises')
  const folder = await makeBrowserFolder()
  await rm(folder, { recursive: true })
  return basename(folder).replace(/-\d+-[^-]*$/, `-${owner}-`)
}

/** What browsers that a process started have left behind: folders and processes. */
export async function leftovers(owner = process.pid): Promise<{ folders: string[]; processes: number[] }> {
  const prefix = await prefixOf(owner)
  return {
    folders: readdirSync(tmpdir()).filter((name) => name.startsWith(prefix)),
    processes: processesNaming(prefix),
  }
}
