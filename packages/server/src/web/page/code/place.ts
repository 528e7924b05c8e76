import type { AnyNode } from 'acorn'

/** A node with the node that holds it and the member under which it does. */
export type Place = { node: AnyNode; parent: AnyNode | null; under: string }
