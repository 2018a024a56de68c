// LibRaw's reading from a stream is C++: CRaw alone includes its headers, this target says where
// they are.
#pragma once
