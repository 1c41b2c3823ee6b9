// Types of the modules that `golfsolve page --modules FOLDER` writes. docs/page.md explains them.

/** 13 * suit + rank, suits C S H D, ranks A..K; a joker is 52. */
export type Card = number;
/** 0 for a draw, else the number of a column from 1, or of a card where a layout has no columns. */
export type Move = number;
export type Level = "very-easy" | "easy" | "medium" | "hard" | "very-hard";
/** A date like "2026-12-01". */
export type Day = string;

export interface Rules {
  decks: number;
  jokers: number;
  layout: { columns: number[] } | { pyramid: number } | { peaks: number; height: number };
  opening: "dealt" | "stock" | "free" | string;
  stock: number;
  on_king: "queen" | "nothing";
  wrap: boolean;
}

export interface Game {
  readonly name: string;
  readonly title: string;
  readonly rules: Rules;
  /** How many places the tableau has. */
  readonly size: number;
  readonly covers: readonly (readonly number[])[];
  readonly under: readonly (readonly number[])[];
  readonly columns: readonly (readonly number[])[];
  readonly rows: readonly (readonly [place: number, halfWidths: number][])[];
  readonly deck: readonly Card[];
  readonly openingCard: Card | null;
  readonly hasOpening: boolean;
  readonly startsFree: boolean;
  readonly stock: number;
  /** The move that takes the card in each place. */
  readonly moveOf: readonly Move[];
}

export interface Deal {
  tableau: (Card | null)[];
  opening: Card | null;
  stock: Card[];
}

// rules.js
export const RANKS: string;
export const SUITS: string;
export const JOKER: Card;
export const DRAW: Move;
export function rankOf(card: Card): number;
export function suitOf(card: Card): number;
export function formatCard(card: Card): string;
export function parseCard(text: string): Card;
export function nameCard(card: Card): string;
export function formatMoves(moves: readonly Move[]): string;
export function parseMoves(text: string): Move[];
export function makeGame(name: string, rules: Rules, title?: string): Game;
export function accepts(game: Game, waste: Card | null, card: Card): boolean;
export class Position {
  constructor(game: Game, deal: Deal);
  readonly game: Game;
  readonly deal: Deal;
  tableau: (Card | null)[];
  waste: Card | null;
  drawn: number;
  moves: Move[];
  get cardsLeft(): number;
  get stockLeft(): number;
  get won(): boolean;
  get score(): number;
  isExposed(place: number): boolean;
  exposed(): number[];
  placeOf(move: Move): number | null;
  legalMoves(): Move[];
  refusal(move: Move): string | null;
  play(move: Move): this;
  toDeal(): Deal;
}
export function replay(game: Game, deal: Deal, moves: readonly Move[]): Position;

// numbering.js
export const LARGEST: Readonly<Record<"golfsolve" | "ms" | "kpat" | "pysol", bigint>>;
export function dealNumber(game: Game, name: string | number | bigint): Deal;
export function parseNumber(name: string | number | bigint): { scheme: string; number: bigint };
export function fromCards(game: Game, cards: readonly Card[]): Deal;

// dates.js
export const EPOCH: Day;
export const HOLES: 9;
export const PAR: 5;
export const LEVELS: readonly Level[];
export function dayNumber(date: Day): number;
export function dateOf(day: number): Day;
export function today(now?: Date): Day;
export function placeOfDate(date: Day): number;
export function placesOfRound(date: Day): number[];
export function placeInWeek(date: Day, week: readonly Level[]): { level: Level; place: number };

// boards.js, search.js, solver.js
export interface Best {
  winnable: boolean | null;
  score: number | null;
  moves: Move[];
}
export interface Mistake {
  number: number;
  move: Move;
  cost: number;
  loses: boolean;
  better: Move | undefined;
}
export const MAX_BOARDS: number;
export const DEFAULT_BUDGET: number;
export function tablePass(game: Game, deal: Deal): (Best & { winnable: boolean; score: number }) | null;
export function search(game: Game, deal: Deal, budget?: number): Best;
export function best(game: Game, deal: Deal, budget?: number): Best;
export function isExact(game: Game): boolean;
export function review(
  game: Game,
  deal: Deal,
  moves: readonly Move[],
  budget?: number,
): { scores: (number | null)[]; mistakes: Mistake[] };
export function checkSolution(game: Game, deal: Deal, moves: readonly Move[]): Position;
