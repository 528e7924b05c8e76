import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** SVG texts by name. */
type Drawings = Record<string, string>
type IconSet = {
  width?: number
  height?: number
  icons: Record<string, { body: string; width?: number; height?: number; left?: number; top?: number }>
}

/** A set of Iconify. */
export function iconSet(name: string): Drawings {
  const set = require(`@iconify-json/${name}/icons.json`) as IconSet
  return Object.fromEntries(
    Object.entries(set.icons).map(
      ([icon, { body, width = set.width ?? 16, height = set.height ?? 16, left = 0, top = 0 }]) => [
        icon,
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}">${body}</svg>`,
      ],
    ),
  )
}

/** A folder of @web3icons/core: `wallets/branded`. */
export async function web3Icons(folder: string): Promise<Drawings> {
  const directory = new URL(`node_modules/@web3icons/core/dist/svgs/${folder}/`, import.meta.url)
  const files = readdirSync(directory).filter((file) => file.endsWith('.svg.js'))
  const drawings: Drawings = {}
  for (const file of files) {
    const module = (await import(new URL(file, directory).href)) as Record<string, unknown>
    drawings[file.slice(0, -'.svg.js'.length)] = String(Object.values(module)[0])
  }
  return drawings
}
