/** How a box is drawn as a window. */
type WindowLook = {
  address?: string
  title?: string
  /** Round lights at the left, signs at the right, or none. */
  buttons?: 'lights' | 'signs'
  /** CSS of its place. */
  place: string
  content: string
}

const LIGHTS = ['#ff5f57', '#febc2e', '#28c840']
  .map(
    (colour) =>
      `<span style="display:inline-block;width:12px;height:12px;border-radius:50%;margin:4px;background:${colour}"></span>`,
  )
  .join('')
const SIGNS = '<span style="float:right"><b>–</b> <b>□</b> <b>✕</b></span>'

/** HTML of a box that is drawn as a window of a browser or a wallet. */
export function drawnWindow({ address, title = '', buttons, place, content }: WindowLook): string {
  const bar =
    address === undefined
      ? ''
      : `<div style="margin:0 8px 6px;padding:4px 10px;border-radius:12px;background:#eee;font-size:13px"><span>🔒</span><span>${address}</span></div>`
  return `<div class="w" style="background:#fff;border:1px solid #bbb;border-radius:8px;${place}"><div style="height:26px;padding:2px 8px;font-size:13px;cursor:move">${buttons === 'lights' ? LIGHTS : ''}<span>${title}</span>${buttons === 'signs' ? SIGNS : ''}</div>${bar}<div style="padding:16px">${content}</div></div>`
}
