// Package stats counts what people do in hands: how many they play, how often they bet, what they win.
//
// [Of] counts one hand from its events, which are public; [Counts] add up over hands. The definitions are those of trackers:
//
//   - VPIP: chips put in voluntarily in the first betting round. A call, a bet or a raise counts; a blind, an ante, a
//     straddle (R16) and a check of the big blind do not.
//   - PFR: a raise in the first betting round. Where there are no blinds (R51) its first bet is one.
//   - 3-bet: the second raise of the first betting round. A player had the chance if it was their turn, for the first time,
//     after one raise by another player, whatever they could afford.
//   - Aggression: bets and raises for each call, in the betting rounds after the first.
//   - Showdowns: hands that were compared at the end, out of the hands in which the player was live in the second betting
//     round. A showdown is won if the player got any chips.
//   - Net: chips won less chips put in. Buy-ins and top-ups are no part of it.
//
// A void hand (R65) and house players are not counted. An action of the clock for a player (R30) counts as theirs.
package stats
