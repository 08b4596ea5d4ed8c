// Cards, which texts name by emojis, king_of_spades_1a2b, and by signs, K♠.
import { word } from './words.js';

const suits = { spades: '♠', hearts: '♥', diamonds: '♦', clubs: '♣' };
const ranks = { ace: 'A', king: 'K', queen: 'Q', jack: 'J', ten: '10', nine: '9', eight: '8', seven: '7', six: '6', five: '5', four: '4', three: '3', deuce: '2', two: '2' };

// cardNamed is the card of an emoji's name in letters, K♠; undefined for another
// emoji.
export function cardNamed(name) {
  const [, rank, suit] = /^:?([a-z]+)_of_([a-z]+)_\w*?:?$/.exec(name) ?? [];
  return ranks[rank] && suits[suit] && ranks[rank] + suits[suit];
}

// aloud is a text with its cards in words, for those who hear it: the king of spades.
export function aloud(text) {
  const order = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'];
  return text.replace(/(?<!\w)(10|[2-9JQKA])([♣♦♥♠])\ufe0f?/gu, (sign, rank, suit) => word('card', {
    rank: word('ranks').split('|')[order.indexOf(rank)], suit: word('suits').split('|')['♣♦♥♠'.indexOf(suit)],
  }) || sign);
}
