import { createElement, type ReactElement, type ReactNode } from 'react'
import { type Judged, type Tree, verdictTree } from './verdictTree.ts'

export type { Judged }

/**
 * Shows a verdict of the guard or the answer of a scan, without styles of its own: `data-part`, `data-level` and `data-severity` are
 * there for yours.
 * @example <Verdict of={await client.scan.transaction(transaction)} className="verdict" />
 */
export function Verdict({ of: judged, className }: { of: Judged; className?: string }): ReactElement {
  const { tag, attributes, children } = verdictTree(judged)
  return createElement(tag, { ...attributes, className, role: 'status' }, ...children.map(render))
}

function render(child: Tree | string): ReactNode {
  if (typeof child === 'string') return child
  return createElement(child.tag, child.attributes, ...child.children.map(render))
}
