import { setImmediate } from 'node:timers/promises'
import { Parser } from 'htmlparser2'

/** Far deeper than pages are, and shallow enough that each open element costs nothing to look through. */
const MAX_DEPTH = 256
/** What holds text instead of elements: it cannot be nested, and its end has to be seen. */
const TEXT_ONLY = new Set(['script', 'style', 'title', 'textarea'])

/**
 * htmlparser2's parser with a bounded stack, because each open and each stray closing tag costs the depth of the stack: a
 * megabyte of `<b>` would take seconds. Deeper elements are read, and stand beside each other instead of inside.
 */
export class ShallowParser extends Parser {
  protected override isVoidElement(name: string): boolean {
    // The stack is private to the parser, and the only truth about its depth. The version of htmlparser2 is pinned.
    // biome-ignore lint/complexity/useLiteralKeys: TypeScript lets brackets reach what is private.
    return super.isVoidElement(name) || (this['stack'].length >= MAX_DEPTH && !TEXT_ONLY.has(name))
  }
}

/** Lets others have their turn between two pieces of long work. @throws the reason of `signal`. */
export async function yieldToEventLoop(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await setImmediate()
}
