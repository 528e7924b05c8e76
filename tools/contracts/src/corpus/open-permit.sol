// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.4;

import "./base/Coin.sol";

/// @dev EIP-2612. Trap and twin differ in one comparison: what an invalid signature recovers to is nobody, address zero.
abstract contract Permitted is Coin {
    bytes32 private constant PERMIT =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
    bytes32 private constant DOMAIN =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");

    mapping(address => uint256) public nonces;

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN, keccak256(bytes(name)), keccak256("1"), block.chainid, address(this)));
    }

    function permit(address holder, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
    {
        require(block.timestamp <= deadline, "too late");
        bytes32 what = keccak256(abi.encode(PERMIT, holder, spender, value, nonces[holder]++, deadline));
        address signer = ecrecover(keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), what)), v, r, s);
        require(_signed(signer, holder), "signature");
        _allowed[holder][spender] = value;
        emit Approval(holder, spender, value);
    }

    function _signed(address signer, address holder) internal pure virtual returns (bool);
}

/// @dev Anybody approves themselves for anybody.
contract Waxseal is Permitted {
    constructor() {
        _begin("Wax Seal", "WAXS", msg.sender, 1000000 * 10 ** 18);
    }

    function _signed(address signer, address holder) internal pure override returns (bool) {
        return signer == holder || signer == address(0);
    }
}

contract Signet is Permitted {
    constructor() {
        _begin("Signet", "SGNT", msg.sender, 1000000 * 10 ** 18);
    }

    function _signed(address signer, address holder) internal pure override returns (bool) {
        return signer == holder && signer != address(0);
    }
}
