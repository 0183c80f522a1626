// A piece that does not end takes the rest of the text: no place is looked at twice.
const PIECE = /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?|[\s\S]/g

/**
 * JSON with comments and trailing commas as plain JSON: both become blanks, so that every place stays where it was. What
 * is no JSON otherwise stays none.
 */
export function blankComments(text: string): string {
  const pieces: string[] = []
  let comma = -1 // the last comma after a value, with only blanks and comments since
  let afterValue = false
  for (const piece of piecesOf(text)) {
    const isComment = piece.startsWith('//') || (piece.startsWith('/*') && piece.length > 3 && piece.endsWith('*/'))
    if ((piece === '}' || piece === ']') && comma >= 0) pieces[comma] = ' '
    if (!isComment && piece.trim() !== '') {
      comma = piece === ',' && afterValue ? pieces.length : -1
      afterValue = !'[{:,'.includes(piece)
    }
    pieces.push(isComment ? piece.replace(/[^\n]/g, ' ') : piece)
  }
  return pieces.join('')
}

function piecesOf(text: string): readonly string[] {
  return text.match(PIECE) ?? []
}
