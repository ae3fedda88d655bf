module Main where

import qualified Data.Map as Map

data Tree a = Leaf | Node (Tree a) a (Tree a) deriving (Show, Eq)

insert :: Ord a => a -> Tree a -> Tree a
insert x Leaf = Node Leaf x Leaf
insert x t@(Node l y r)
  | x < y = Node (insert x l) y r
  | otherwise = t

main :: IO ()
main = print (foldr insert Leaf [3, 1, 2 :: Int])
