import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { Disarmed } from './disarmed.ts'

// Loaded before the tests of a control: takes one protection out of one file, as DISARM says.

const { file, from, to } = JSON.parse(process.env.DISARM ?? '') as Pick<Disarmed, 'file' | 'from' | 'to'>
const url = pathToFileURL(file).href
const source = readFileSync(file, 'utf8')
if (!source.includes(from)) throw new Error(`${file} does not hold ${from}`)

registerHooks({
  load(asked, context, next) {
    const loaded = next(asked, context)
    return asked.split('?')[0] === url ? { ...loaded, source: source.replace(from, () => to) } : loaded
  },
})
