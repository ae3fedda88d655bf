// Rules with parameters, as Lark and Lrama have them.
#pragma once

#include "import/model/imported.h"

namespace grabr {

/// Makes a rule of each call with other arguments: separated(expr, ',') with
/// separated(x, sep): x (sep x)*  becomes separated_expr: expr (',' expr)*. Templates are gone
/// then.
void expand_templates(ImportedGrammar& grammar);

}  // namespace grabr
