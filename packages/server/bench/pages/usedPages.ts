import type { SiteAnswer } from '../../src/sandbox/sites/site.ts'
import type { PageClass, PageDesign } from './pageDesign.ts'
import type { PageWorld } from './pageWorld.ts'

/** One page each; its twin of the other kind has the same shape. */
export const used = (id: string, hostile: boolean, design: (world: PageWorld) => PageDesign): PageClass => ({
  id: `use-${id}`,
  hostile,
  single: true,
  plain: true,
  design: (_, world) => design(world),
})

export const TEXT: SiteAnswer = { status: 200, headers: { 'content-type': 'text/plain' }, body: 'ok' }

/** JavaScript: bytes of a text that only its sender can read. */
export const SEALS = `const seal = async (text) => { const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt']); const iv = crypto.getRandomValues(new Uint8Array(12)); return new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text.padEnd(120)))) }`

/** A picture without words. */
export const PICTURE = `<img width="160" height="44" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 4'%3E%3Crect width='16' height='4' fill='%23357'/%3E%3C/svg%3E">`

export const CHOICES =
  '<p><select name="kind" required><option value="">—</option><option>A</option><option>B</option></select></p><p><label><input type="radio" name="way" value="1" required> 1</label> <label><input type="radio" name="way" value="2"> 2</label></p><p><input type="tel" name="tel" required> <input type="number" name="n" min="1" max="9" required></p>'

/** Twenty-four fields for short texts. */
export const CELLS = Array.from({ length: 24 }, (_, at) => `<input name="c${at}" size="8">`).join('')
export const CELL_WORDS = `[...root.querySelectorAll('input')].map((one) => one.value.trim())`
