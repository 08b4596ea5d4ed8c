// This program ranks hands with OMPEval, beside the Go libraries of the module it lies in. It reads 100,000 hands of seven cards, a
// byte a card as OMPEval numbers them, and then letters:
//
//   s, f     rank all hands of seven; rank their first five cards
//   b, p     rank the ace and king of hearts with every board, the cards added one by one; the last two added at once
//   q, r     the same, with the deck in the order of suits
//   o        write for each hand but the first whether it is worse or better than the one before
//
// It answers all but the last with the nanoseconds of processor time that one run took, and the sum of the ranks.
#include "omp/HandEvaluator.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>

using omp::Hand;

static omp::HandEvaluator evaluator;
static std::vector<std::array<uint8_t, 7>> hands(100000);

static const unsigned ace = 12 * 4 + 2, king = 11 * 4 + 2; // of hearts

static double cpu() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

template <int cards> static Hand handOf(const std::array<uint8_t, 7>& c) {
    Hand h = Hand::empty();
    for (int i = 0; i < cards; i++)
        h += Hand(c[i]);
    return h;
}

template <int cards> static uint64_t all() {
    uint64_t sum = 0;
    for (const auto& h : hands)
        sum += evaluator.evaluate(handOf<cards>(h));
    return sum;
}

static bool bySuit; // the order of the deck

static std::vector<Hand> restOfDeck() {
    std::vector<Hand> deck;
    for (unsigned k = 0; k < 52; k++) {
        static const int order[4] = {0, 1, 3, 2};
        unsigned c = bySuit ? k % 13 * 4 + order[k / 13] : k;
        if (c != ace && c != king)
            deck.push_back(Hand(c));
    }
    return deck;
}

// boards adds the cards one by one.
static uint64_t boards() {
    const Hand hole = Hand::empty() + Hand(ace) + Hand(king);
    const std::vector<Hand> deck = restOfDeck();
    uint64_t sum = 0;
    for (int a = 0; a < 50; a++)
        for (int b = 0; b < a; b++)
            for (int c = 0; c < b; c++)
                for (int d = 0; d < c; d++) {
                    const Hand six = hole + deck[a] + deck[b] + deck[c] + deck[d];
                    for (int e = 0; e < d; e++)
                        sum += evaluator.evaluate(six + deck[e]);
                }
    return sum;
}

// boardsByTwo adds the last two cards at once.
static uint64_t boardsByTwo() {
    const Hand hole = Hand::empty() + Hand(ace) + Hand(king);
    const std::vector<Hand> deck = restOfDeck();
    std::vector<Hand> two;
    for (int d = 0; d < 50; d++)
        for (int e = 0; e < d; e++)
            two.push_back(deck[d] + deck[e]);
    uint64_t sum = 0;
    for (int a = 0; a < 50; a++)
        for (int b = 0; b < a; b++)
            for (int c = 0; c < b; c++) {
                const Hand five = hole + deck[a] + deck[b] + deck[c];
                for (int i = 0; i < c * (c - 1) / 2; i++)
                    sum += evaluator.evaluate(five + two[i]);
            }
    return sum;
}

static void measure(uint64_t (*run)()) {
    uint64_t sum = 0;
    for (int n = 1;; n *= 2) {
        double start = cpu();
        for (int i = 0; i < n; i++)
            sum = run();
        double took = cpu() - start;
        if (took > 4e6) {
            printf("%.0f %llu\n", took / n, (unsigned long long)sum);
            return;
        }
    }
}

static void compare() {
    for (size_t i = 1; i < hands.size(); i++) {
        int last = evaluator.evaluate(handOf<7>(hands[i - 1])), now = evaluator.evaluate(handOf<7>(hands[i]));
        putchar(now < last ? '<' : now > last ? '>' : '=');
    }
    putchar('\n');
}

int main() {
    if (fread(hands.data(), 7, hands.size(), stdin) != hands.size())
        return 1;
    for (int what; (what = getchar()) != EOF;) {
        switch (what) {
        case 's': measure(all<7>); break;
        case 'f': measure(all<5>); break;
        case 'b': measure(boards); break;
        case 'p': measure(boardsByTwo); break;
        case 'q': bySuit = true; measure(boards); bySuit = false; break;
        case 'r': bySuit = true; measure(boardsByTwo); bySuit = false; break;
        case 'o': compare(); break;
        }
        fflush(stdout);
    }
}
