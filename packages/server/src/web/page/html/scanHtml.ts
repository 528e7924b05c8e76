import { ShallowParser, yieldToEventLoop } from '../../visit/shallowParser.ts'
import { createOutlineHandler } from './createOutlineHandler.ts'
import type { Outline } from './outline.ts'

const SLICE = 16_384

/**
 * Reads a page from front to back, once, without building a tree, and lets others have their turn in between. Everything is
 * bounded; what was left out is named in `cut`.
 */
export async function scanHtml(html: string, signal: AbortSignal): Promise<Outline> {
  const handler = createOutlineHandler()
  const parser = new ShallowParser(handler)
  for (let at = 0; at < html.length; at += SLICE) {
    parser.write(html.slice(at, at + SLICE))
    await yieldToEventLoop(signal)
  }
  parser.end()
  return handler.outline
}
