import logoSet from '@iconify-json/logos/icons.json' with { type: 'json' }
import simpleSet from '@iconify-json/simple-icons/icons.json' with { type: 'json' }

type Icon = { body: string; width?: number; height?: number }

/** Logos as two packages of permissive licences draw them: in colours, and in one. */
export function logoSvg(name: string, side: number, ink = '#222'): string {
  const [set, icon = ''] = name.split(':')
  const from = set === 'logos' ? logoSet : simpleSet
  const {
    body,
    width = from.width ?? 24,
    height = from.height ?? 24,
  } = (from.icons as Record<string, Icon>)[icon] ?? { body: '' }
  if (body === '') throw new Error(`No logo ${name}`)
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${Math.round((side * width) / height)}" height="${side}" viewBox="0 0 ${width} ${height}" color="${ink}">${body}</svg>`
}

/** A mark that no brand has. */
export function ownSvg(variant: number, side: number): string {
  const drawing = [
    '<circle cx="12" cy="12" r="10" fill="#0a7d6c"/><path d="M6 15c4-8 8-8 12 0" stroke="#fff" stroke-width="2.4" fill="none"/>',
    '<path d="M3 20V8l5 5 4-9 4 9 5-5v12z" fill="#b4341f"/>',
    '<path d="M12 2 4 6v7c0 5 8 9 8 9s8-4 8-9V6z" fill="#3457d5"/><path d="M9 12h6" stroke="#fff" stroke-width="2"/>',
    '<rect x="3" y="3" width="18" height="18" rx="5" fill="#222"/><circle cx="9" cy="12" r="3" fill="#ffd34d"/><path d="M14 8h4v8h-4z" fill="#ffd34d"/>',
  ][variant % 4]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 24 24">${drawing}</svg>`
}

/** HTML that shows a drawing: as it is, as a picture, as a background, or painted on a canvas by `start`. */
export function shown(svg: string, way: number): { html: string; start: string } {
  const data = addressOf(svg)
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? []
  if (way % 4 === 0) return { html: svg, start: '' }
  if (way % 4 === 1) return { html: `<img src="${data}" width="${width}" height="${height}" alt="">`, start: '' }
  if (way % 4 === 2)
    return {
      html: `<div style="width:${width}px;height:${height}px;background:url('${data}') center/contain no-repeat"></div>`,
      start: '',
    }
  return {
    html: `<canvas id="mark" width="${width}" height="${height}"></canvas>`,
    start: `const picture = new Image(); picture.onload = () => at('#mark').getContext('2d').drawImage(picture, 0, 0, ${width}, ${height}); picture.src = '${data}'`,
  }
}

export function addressOf(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
