// SPDX-License-Identifier: Apache-2.0
pragma solidity >=0.6.12 <0.9.0;

/// @title The ERC-721 that the corpus' collections start from.
abstract contract Item {
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event Approval(address indexed holder, address indexed approved, uint256 indexed tokenId);
    event ApprovalForAll(address indexed holder, address indexed operator, bool approved);

    string public name;
    string public symbol;
    address public owner = msg.sender;
    uint256 public totalSupply;
    mapping(uint256 => address) internal _keeper;
    mapping(address => uint256) internal _count;
    mapping(uint256 => address) internal _approved;
    mapping(address => mapping(address => bool)) internal _operators;

    modifier onlyOwner() {
        require(msg.sender == owner, "not the owner");
        _;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd;
    }

    function ownerOf(uint256 tokenId) public view returns (address) {
        require(_keeper[tokenId] != address(0), "no such token");
        return _keeper[tokenId];
    }

    function balanceOf(address account) external view returns (uint256) {
        return _count[account];
    }

    function getApproved(uint256 tokenId) external view returns (address) {
        return _approved[tokenId];
    }

    function isApprovedForAll(address holder, address operator) public view virtual returns (bool) {
        return _operators[holder][operator];
    }

    function approve(address to, uint256 tokenId) public virtual {
        require(msg.sender == ownerOf(tokenId), "not the holder");
        _approved[tokenId] = to;
        emit Approval(msg.sender, to, tokenId);
    }

    function setApprovalForAll(address operator, bool approved) public virtual {
        _operators[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 tokenId) public virtual {
        require(_mayMove(msg.sender, tokenId), "not allowed");
        _move(from, to, tokenId);
    }

    function safeTransferFrom(address from, address to, uint256 tokenId) external {
        transferFrom(from, to, tokenId);
    }

    function _mayMove(address who, uint256 tokenId) internal view virtual returns (bool) {
        address holder = ownerOf(tokenId);
        return who == holder || _approved[tokenId] == who || isApprovedForAll(holder, who);
    }

    function _move(address from, address to, uint256 tokenId) internal {
        require(ownerOf(tokenId) == from && to != address(0), "wrong parties");
        delete _approved[tokenId];
        _count[from] -= 1;
        _count[to] += 1;
        _keeper[tokenId] = to;
        emit Transfer(from, to, tokenId);
    }

    function _make(address to) internal {
        totalSupply += 1;
        _keeper[totalSupply] = to;
        _count[to] += 1;
        emit Transfer(address(0), to, totalSupply);
    }

    function _burn(uint256 tokenId) internal {
        address holder = ownerOf(tokenId);
        delete _approved[tokenId];
        delete _keeper[tokenId];
        _count[holder] -= 1;
        emit Transfer(holder, address(0), tokenId);
    }
}
