import { type PackManifest, readPack } from './readPack.ts'

/** Where the pack's facts come from, how many there are of each kind, and how old the oldest source is. */
export function packManifest(): PackManifest {
  const { section: _section, ...manifest } = readPack()
  return manifest
}
