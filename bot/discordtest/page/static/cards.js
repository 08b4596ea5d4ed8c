// Cards, which texts name by emojis: king_of_spades_1a2b.

const suits = { spades: '♠', hearts: '♥', diamonds: '♦', clubs: '♣' };
const ranks = { ace: 'A', king: 'K', queen: 'Q', jack: 'J', ten: '10', nine: '9', eight: '8', seven: '7', six: '6', five: '5', four: '4', three: '3', deuce: '2', two: '2' };

// cardNamed is the card of an emoji's name in letters, K♠; undefined for another
// emoji.
export function cardNamed(name) {
  const [, rank, suit] = /^:?([a-z]+)_of_([a-z]+)_\w*?:?$/.exec(name) ?? [];
  return ranks[rank] && suits[suit] && ranks[rank] + suits[suit];
}
