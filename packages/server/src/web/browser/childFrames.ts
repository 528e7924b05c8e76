import type { Devtools, Untrusted } from './devtools.ts'
import type { WatchedWindow } from './openWindow.ts'

type Shown = { devtools: Devtools; window: Pick<WatchedWindow, 'session'> }

/** Frames of other sites that share the page's process. */
export async function childFrames({ devtools, window }: Shown): Promise<{ session: string; frameId: string }[]> {
  const { frameTree } = await devtools.send('Page.getFrameTree', {}, window.session)
  const { frame, childFrames: children } = (frameTree ?? {}) as Untrusted
  const own = (frame as Untrusted | undefined)?.securityOrigin
  return (Array.isArray(children) ? children : []).flatMap((child: Untrusted) => {
    const { id, securityOrigin } = (child.frame ?? {}) as Untrusted
    return typeof id === 'string' && securityOrigin !== own ? [{ session: window.session, frameId: id }] : []
  })
}

/** Where a frame of another site lies in the window, and its size in square pixels. `brings`: into view first. */
export async function frameBox(
  { devtools, window }: Shown,
  frameId: string,
  brings = true,
): Promise<{ x: number; y: number; area: number } | null> {
  const { backendNodeId } = await devtools.send('DOM.getFrameOwner', { frameId }, window.session)
  if (brings) await devtools.tell('DOM.scrollIntoViewIfNeeded', { backendNodeId }, window.session)
  const { model } = await devtools.send('DOM.getBoxModel', { backendNodeId }, window.session)
  const { content, width, height } = (model ?? {}) as Untrusted
  const [x, y] = (content ?? []) as unknown[]
  const area = Number(width) * Number(height)
  return typeof x === 'number' && typeof y === 'number' ? { x, y, area } : null
}
