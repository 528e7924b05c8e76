import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { Problem } from './problem.ts'

/** A part of the program that did not arrive: the network failed, or an update of the service took its file away. */
export class MissingPart extends Problem {}

/** `lazy`, with a failure that people understand. React keeps a failure: only loading the page anew asks again. */
export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    load().catch((cause: unknown) => {
      console.error(cause)
      throw new MissingPart('A part of the dashboard did not load.', 'The service did not answer, or was updated.')
    }),
  )
}
