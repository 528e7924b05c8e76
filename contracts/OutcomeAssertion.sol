// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

/// @title Reverts when the state that a batch of calls leaves behind is outside of stated bounds.
/// @notice The last call of an atomic batch calls `check`: outside of its bounds the whole batch reverts. It has no owner and no storage,
/// takes no coins, holds no rights, and changes nothing. Redoubt deploys it by CREATE2 through 0x4e59b44847b379578588920cA78FbF26c0B4956C with salt 0.
/// @dev A contract cannot read another contract's storage: a slot is readable only where its contract has a getter for it.
contract OutcomeAssertion {
    /// @dev What is read, and by which members of the condition. The order is part of the interface.
    enum Kind {
        NativeBalance, // coins of `account`
        TokenBalance, // target.balanceOf(account): ERC-20, and the number of items of a collection (ERC-721)
        ItemBalance, // target.balanceOf(account, id): ERC-1155
        ItemOwner, // target.ownerOf(id): ERC-721
        Allowance, // target.allowance(account, other): ERC-20
        Operator, // target.isApprovedForAll(account, other): ERC-721 and ERC-1155
        ItemApproval, // target.getApproved(id): ERC-721
        Permit2Amount, // target.allowance(account, token, other): first word; `id` is the token
        Permit2Expiry, // the same: second word, Unix seconds
        CodeHash, // code hash of `account`, 0 without code; of an EIP-7702 account that of its delegation
        Implementation, // target.implementation()
        Owner, // target.owner()
        SafeOwners, // hash of the answer of target.getOwners()
        SafeThreshold, // target.getThreshold()
        SafeModules, // hash of the answer of target.getModulesPaginated(1, 50), which must hold all modules
        SafeSlot, // target.getStorageAt(id, 1): guard, fallback handler, singleton
        SafeNonce, // target.nonce()
        EntryPointNonce // target.getNonce(account, id): ERC-4337
    }

    /// @dev Addresses and hashes are bounded as numbers, with `min` equal to `max`.
    struct Condition {
        Kind kind;
        address target;
        address account;
        address other;
        uint256 id;
        uint256 min;
        uint256 max;
    }

    error NoConditions();
    error InvertedBounds(uint256 index);
    error NotReadable(string what, uint256 index, address target);
    error OutsideBounds(
        string what, uint256 index, address target, address account, uint256 measured, uint256 min, uint256 max
    );

    /// @dev Keccak-256 of no bytes: the code hash of an account that exists and has no code.
    bytes32 private constant NO_CODE = 0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470;
    /// @dev Longest answer that is hashed: 50 modules or 250 owners.
    uint256 private constant MAX_ANSWER = 8192;
    /// @dev Gas of one question: a token that burns more cannot be read, and so cannot keep the others from being read.
    uint256 private constant READ_GAS = 400_000;
    /// @dev First and last entry of the linked lists of a Safe.
    address private constant SENTINEL = address(1);

    /// @notice Returns nothing where every condition holds.
    function check(Condition[] calldata conditions) external view {
        if (conditions.length == 0) revert NoConditions();
        for (uint256 i = 0; i < conditions.length; i++) {
            Condition calldata one = conditions[i];
            if (one.min > one.max) revert InvertedBounds(i);
            (bool readable, uint256 measured) = _read(one);
            if (!readable) revert NotReadable(_name(one.kind), i, one.target);
            if (measured < one.min || measured > one.max) {
                revert OutsideBounds(_name(one.kind), i, one.target, one.account, measured, one.min, one.max);
            }
        }
    }

    /// @notice Returns what `check` would compare with the bounds, for simulations.
    function measure(Condition[] calldata conditions)
        external
        view
        returns (bool[] memory readable, uint256[] memory measured)
    {
        readable = new bool[](conditions.length);
        measured = new uint256[](conditions.length);
        for (uint256 i = 0; i < conditions.length; i++) {
            (readable[i], measured[i]) = _read(conditions[i]);
        }
    }

    function _read(Condition calldata one) private view returns (bool, uint256) {
        Kind kind = one.kind;
        if (kind == Kind.NativeBalance) return (true, one.account.balance);
        if (kind == Kind.CodeHash) {
            bytes32 hash = one.account.codehash;
            return (true, hash == NO_CODE ? 0 : uint256(hash));
        }
        bytes memory question = _question(one);
        if (kind == Kind.SafeOwners || kind == Kind.SafeModules) return _hash(one.target, question, kind);
        if (kind == Kind.SafeSlot) return _word(one.target, question, 2);
        return _word(one.target, question, kind == Kind.Permit2Expiry ? 1 : 0);
    }

    function _question(Condition calldata one) private pure returns (bytes memory) {
        Kind kind = one.kind;
        if (kind == Kind.TokenBalance) return abi.encodeWithSignature("balanceOf(address)", one.account);
        if (kind == Kind.ItemBalance) return abi.encodeWithSignature("balanceOf(address,uint256)", one.account, one.id);
        if (kind == Kind.ItemOwner) return abi.encodeWithSignature("ownerOf(uint256)", one.id);
        if (kind == Kind.Allowance) return abi.encodeWithSignature("allowance(address,address)", one.account, one.other);
        if (kind == Kind.Operator) {
            return abi.encodeWithSignature("isApprovedForAll(address,address)", one.account, one.other);
        }
        if (kind == Kind.ItemApproval) return abi.encodeWithSignature("getApproved(uint256)", one.id);
        if (kind == Kind.Permit2Amount || kind == Kind.Permit2Expiry) {
            return abi.encodeWithSignature(
                "allowance(address,address,address)", one.account, address(uint160(one.id)), one.other
            );
        }
        if (kind == Kind.Implementation) return abi.encodeWithSignature("implementation()");
        if (kind == Kind.Owner) return abi.encodeWithSignature("owner()");
        if (kind == Kind.SafeOwners) return abi.encodeWithSignature("getOwners()");
        if (kind == Kind.SafeThreshold) return abi.encodeWithSignature("getThreshold()");
        if (kind == Kind.SafeModules) {
            return abi.encodeWithSignature("getModulesPaginated(address,uint256)", SENTINEL, 50);
        }
        if (kind == Kind.SafeSlot) return abi.encodeWithSignature("getStorageAt(uint256,uint256)", one.id, 1);
        if (kind == Kind.SafeNonce) return abi.encodeWithSignature("nonce()");
        return abi.encodeWithSignature("getNonce(address,uint192)", one.account, uint192(one.id));
    }

    /// @dev One word of the answer. Copies no more than three words: an answer may be made long on purpose.
    function _word(address target, bytes memory question, uint256 at) private view returns (bool readable, uint256 word) {
        uint256[3] memory answer;
        assembly ("memory-safe") {
            readable := staticcall(READ_GAS, target, add(question, 32), mload(question), answer, 96)
            readable := and(readable, gt(returndatasize(), add(mul(at, 32), 31)))
            word := mul(readable, mload(add(answer, mul(at, 32))))
        }
    }

    /// @dev Hash of the whole answer.
    function _hash(address target, bytes memory question, Kind kind)
        private
        view
        returns (bool readable, uint256 hash)
    {
        uint256 size;
        assembly ("memory-safe") {
            readable := staticcall(READ_GAS, target, add(question, 32), mload(question), 0, 0)
            size := returndatasize()
        }
        if (!readable || size < 64 || size > MAX_ANSWER) return (false, 0);
        bytes memory answer = new bytes(size);
        uint256 next;
        assembly ("memory-safe") {
            returndatacopy(add(answer, 32), 0, size)
            next := mload(add(answer, 64))
        }
        // The second word of a page of modules is where the next page starts: there must be none.
        if (kind == Kind.SafeModules && next > uint256(uint160(SENTINEL))) return (false, 0);
        return (true, uint256(keccak256(answer)));
    }

    function _name(Kind kind) private pure returns (string memory) {
        if (kind == Kind.NativeBalance) return "coin balance";
        if (kind == Kind.TokenBalance) return "token balance";
        if (kind == Kind.ItemBalance) return "item balance";
        if (kind == Kind.ItemOwner) return "item owner";
        if (kind == Kind.Allowance) return "allowance";
        if (kind == Kind.Operator) return "operator";
        if (kind == Kind.ItemApproval) return "item approval";
        if (kind == Kind.Permit2Amount) return "Permit2 allowance";
        if (kind == Kind.Permit2Expiry) return "Permit2 expiry";
        if (kind == Kind.CodeHash) return "code";
        if (kind == Kind.Implementation) return "implementation";
        if (kind == Kind.Owner) return "contract owner";
        if (kind == Kind.SafeOwners) return "Safe owners";
        if (kind == Kind.SafeThreshold) return "Safe threshold";
        if (kind == Kind.SafeModules) return "Safe modules";
        if (kind == Kind.SafeSlot) return "Safe guard, handler or singleton";
        if (kind == Kind.SafeNonce) return "Safe nonce";
        return "entry point nonce";
    }
}
