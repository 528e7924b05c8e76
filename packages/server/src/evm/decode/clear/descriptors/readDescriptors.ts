import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { Descriptor } from './descriptor.ts'
import { isObject, type Json, mergeDescriptors } from './mergeDescriptors.ts'
import { parseDescriptor } from './parseDescriptor.ts'

const MAX_FILES = 20_000
const MAX_BYTES = 1_048_576
const MAX_INCLUDES = 8

/** The descriptors of a folder, and the files that are none or do not follow the standard. */
export type ReadDescriptors = { descriptors: Descriptor[]; refused: string[] }

/**
 * Reads every ERC-7730 descriptor below a folder, such as a copy of the public registry. Includes are read from the same folder; nothing
 * is fetched. Files without a `context` are parts of others.
 * @throws Error of the file system when the folder cannot be listed.
 */
export async function readDescriptors(folder: string): Promise<ReadDescriptors> {
  const root = resolve(folder)
  const names = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.json')).sort()
  const descriptors: Descriptor[] = []
  const refused: string[] = []
  for (const name of names.slice(0, MAX_FILES)) {
    const file = await readJson(join(root, name))
    if (file !== null && !isObject(file.context)) continue
    const merged = file === null ? null : await withIncludes(root, join(root, name), file, 0)
    const descriptor = merged === null ? null : parseDescriptor(merged)
    if (descriptor === null) refused.push(name)
    else descriptors.push(descriptor)
  }
  return { descriptors, refused: [...refused, ...names.slice(MAX_FILES)] }
}

async function withIncludes(root: string, path: string, file: Json, depth: number): Promise<Json | null> {
  const { includes, ...own } = file
  if (includes === undefined) return own
  if (typeof includes !== 'string' || depth >= MAX_INCLUDES) return null
  const at = resolve(dirname(path), includes)
  if (!at.startsWith(root + sep)) return null
  const included = await readJson(at)
  const whole = included === null ? null : await withIncludes(root, at, included, depth + 1)
  return whole === null ? null : mergeDescriptors(whole, own)
}

async function readJson(path: string): Promise<Json | null> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null || text.length > MAX_BYTES) return null
  try {
    const json: unknown = JSON.parse(text)
    return isObject(json) ? json : null
  } catch {
    return null
  }
}
