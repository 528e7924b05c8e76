import { readFileSync } from 'node:fs'

export const INJECTED_SCRIPTS = [
  'provider',
  'otherWallets',
  'bridge',
  'findPressable',
  'fillFields',
  'fillCard',
  'readDocument',
  'findCodes',
  'findMarks',
  'findWindows',
  'drawIcon',
  'typeWord',
  'findSlider',
  'findSurfaces',
  'boxOfSurface',
] as const
export type InjectedScript = (typeof INJECTED_SCRIPTS)[number]

/**
 * Source text that runs one of `injected/` in a page with the argument given, which is to be JSON. They are files of plain
 * JavaScript, each one exported function that uses nothing outside itself: what a page runs cannot import.
 */
export function pageScript(name: InjectedScript, argument: object): string {
  return `(${pageFunction(name)})(${JSON.stringify(argument)})`
}

/** The function alone, for what is called on an element of the page. */
export function pageFunction(name: InjectedScript): string {
  const text = readFileSync(new URL(`./injected/${name}.js`, import.meta.url), 'utf8')
  const from = text.search(/export (?:async )?function/)
  return text.slice(from + 'export '.length).trimEnd()
}
