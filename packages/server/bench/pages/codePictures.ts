import encodeQR from 'qr'
import { pick } from './pageDesign.ts'

/** The address of a picture of a QR code. */
export function codeAddress(text: string): string {
  return `data:image/gif;base64,${Buffer.from(encodeQR(text, 'gif', { scale: 4 })).toString('base64')}`
}

/** A QR code as pages show them, in turn: drawing, picture, canvas, table of cells. `start`: JavaScript that draws it. */
export function codePicture(text: string, variant: number): { html: string; start: string } {
  const rows = encodeQR(text, 'raw')
  const made = pick(
    [
      () => ({ html: encodeQR(text, 'svg', { scale: 4 }).replace('<svg', '<svg width="220" height="220"'), start: '' }),
      () => ({
        html: `<img alt="" width="220" height="220" src="${codeAddress(text)}">`,
        start: '',
      }),
      () => ({
        html: `<canvas id="code" width="${rows.length * 5}" height="${rows.length * 5}"></canvas>`,
        start: `const cells = ${JSON.stringify(rows.map((row) => row.map((cell) => (cell ? '1' : '0')).join('')))}
const paper = at('#code').getContext('2d'); paper.fillStyle = '#fff'; paper.fillRect(0, 0, 999, 999); paper.fillStyle = '#000'
cells.forEach((row, y) => [...row].forEach((cell, x) => { if (cell === '1') paper.fillRect(x * 5, y * 5, 5, 5) }))`,
      }),
      () => ({
        html: `<div style="background:#fff;width:${rows.length * 5}px">${rows.map((row) => `<div style="display:flex;height:5px">${row.map((cell) => `<i style="width:5px;height:5px;background:${cell ? '#000' : '#fff'}"></i>`).join('')}</div>`).join('')}</div>`,
        start: '',
      }),
    ],
    variant,
  )
  return made()
}
