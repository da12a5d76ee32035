// The C library and the part of Foundation that each platform has, under one name. FoundationEssentials starts
// faster than Foundation and links smaller.

#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#elseif hasFeature(Embedded)
  @_exported public import CLibrary
#endif

#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#elseif canImport(Foundation)
  @_exported public import Foundation
#endif
