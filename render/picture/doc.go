// Package picture draws the board of a table: a [render.Scene] as a PNG, 1,100 by 700 pixels, to be read on a phone.
//
//	p, err := picture.New()
//	err = p.Draw(w, scene, picture.Felt)
//
// A scene becomes a picture in three steps, each of which the tests can look at:
//
//   - a layout: which parts there are (pods, names, cards, pots) and where. Words are cut here to the room they have.
//   - a frame: the parts are painted over an empty table, from masks of letters and shapes that are kept, each pixel a
//     place in the theme's palette.
//   - a file: a PNG of that palette. Its rows are packed in bands, and packed bands are kept: most of a table's picture is
//     as in its last one, or as in that of any table.
//
// Beside boards it draws tiles, cards as emoji, and packs the boards of a hand into a GIF:
//
//	err = p.Animate(w, []picture.Shot{{Scene: flop, Stay: 2 * time.Second}, {Scene: turn, Stay: 5 * time.Second}}, picture.Felt)
//
// # The laws
//
//   - No two parts of a picture touch, none leaves the frame or its outer part, no words leave their box: held on every
//     golden scene and on thousands at random.
//   - Cards that not everyone may see change no pixel, whatever the view of the scene. A scene that is FaceUp shows its reader's
//     own, and no others.
//   - Equal scenes give equal bytes. All is counted in whole numbers, so that pixels are the same on every machine; the
//     bytes are so for one version of the module that packs them.
//   - Once letters and shapes are made, painting takes no memory, and packing a kept 16 MB at most. The fonts have
//     so many glyphs and no more.
//   - No state differs from another by colour alone, and a colour-blind reader can tell the four suits apart.
//   - An amount is never shown as more than it is.
//
// # Looking at it
//
// All golden scenes on one sheet, on dark ground and on light, as a desktop shows them or a phone:
//
//	go test ./render/picture -run Sheet -sheet sheet.png
//	go test ./render/picture -run Sheet -sheet phone.png -sheet.wide 340 -sheet.row 6
//	go test ./render/picture -run Sheet -sheet some.png -sheet.of 'result' -sheet.wide 1100 -sheet.row 2
//
// And all tiles, as small as in a line of text and as large as alone on theirs:
//
//	go test ./render/picture -run TileSheet -tiles tiles.png
//
// The scenes are written down in testdata/scenes.txt; -update writes their golden files anew, and docs/hand.gif, which is a
// whole hand. The colours of a theme are a list, one for each theme.
//
// # Its letters
//
// The letters are Inter and, of letters that Inter lacks, a subset of Noto Sans CJK JP, both embedded with their licences. The
// subset has the glyphs of the words that are drawn in any language and no others. A test fails when a text has changed
// and needs another; then this command makes the subset again, with the packages fonts-noto-cjk and fonttools of Debian:
//
//	go test ./render/picture -run Face -face /usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc
package picture
