(ns demo.core
  (:require [clojure.string :as str]))

(defn shout [{:keys [name] :as person}]
  (str/upper-case (or name "nobody")))

(println (map shout [{:name "a"} {}]))
