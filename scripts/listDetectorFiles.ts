import { readdir } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'

/** Every hand-written detector below the folder, by subject and id, sorted. The folder's name is the subject. */
export async function listDetectorFiles(folder: string): Promise<{ subject: string; id: string }[]> {
  const names = await readdir(folder, { recursive: true })
  return names
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('.generated.ts'))
    .map((name) => ({ subject: name.split(sep).slice(0, -1).join('/'), id: basename(join(folder, name), '.ts') }))
    .sort((a, b) => (`${a.subject}/${a.id}` < `${b.subject}/${b.id}` ? -1 : 1))
}
